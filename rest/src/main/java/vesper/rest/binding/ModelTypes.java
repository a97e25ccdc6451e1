package vesper.rest.binding;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Array;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import vesper.rest.operations.Types;

/**
 * Determines, once for each class, how values are created from parameters: text, objects, lists by index or repetition,
 * maps by key. A list has at most {@value #MAX_ELEMENTS} elements by index.
 */
final class ModelTypes {
    static final int MAX_ELEMENTS = 256;

    private final Map<Class<?>, ModelShape> shapes = new HashMap<>();

    /**
     * Returns the shape of objects of this class.
     *
     * @throws IllegalArgumentException if they cannot be created
     */
    ModelShape shapeOf(Class<?> type) {
        ModelShape known = shapes.get(type);
        if (known != null) return known;
        ModelShape shape = new ModelShape(type);
        // Stored before its properties are read, because a type may contain itself.
        shapes.put(type, shape);
        try {
            shape.readMembers(this);
        } catch (IllegalArgumentException e) {
            shapes.remove(type);
            throw e;
        }
        return shape;
    }

    /** Returns how values of this type are created; empty if they cannot be, for any reason. */
    Optional<ModelValue> knownValueOf(Type type, AnnotatedElement annotated) {
        try {
            return valueOf(type, annotated);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns how values of this type are created; empty if they cannot be.
     *
     * @throws IllegalArgumentException if something that they contain cannot be created
     */
    Optional<ModelValue> valueOf(Type type, AnnotatedElement annotated) {
        if (Types.rawOf(type) == Optional.class) {
            return valueOf(Types.argumentOf(type), annotated)
                    .map(value -> (node, name, call) -> Optional.ofNullable(value.of(node, name, call)));
        }
        Optional<ModelValue> texts = ParameterType.of(type, annotated).map(ModelTypes::texts);
        Optional<ModelValue> others = structured(type, annotated);
        if (texts.isEmpty() || others.isEmpty()) return texts.or(() -> others);
        return Optional.of((node, name, call) -> node.children().isEmpty()
                ? texts.get().of(node, name, call)
                : others.get().of(node, name, call));
    }

    private Optional<ModelValue> structured(Type type, AnnotatedElement annotated) {
        Class<?> raw = Types.rawOf(type);
        if (raw.isArray()) {
            return valueOf(raw.getComponentType(), annotated)
                    .map(element -> list(element, values -> {
                        Object array = Array.newInstance(raw.getComponentType(), values.size());
                        for (int i = 0; i < values.size(); i++) Array.set(array, i, values.get(i));
                        return array;
                    }));
        }
        if (raw.isAssignableFrom(ArrayList.class) && Iterable.class.isAssignableFrom(raw)) {
            return valueOf(Types.argumentOf(type), annotated).map(element -> list(element, values -> values));
        }
        if (raw == Set.class || raw == LinkedHashSet.class) {
            return valueOf(Types.argumentOf(type), annotated).map(element -> list(element, LinkedHashSet::new));
        }
        if (raw == Map.class || raw == LinkedHashMap.class) return map(type, annotated);
        return ModelShape.fits(raw) ? Optional.of(shapeOf(raw)::create) : Optional.empty();
    }

    private Optional<ModelValue> map(Type type, AnnotatedElement annotated) {
        Type[] arguments = type instanceof ParameterizedType generic
                ? generic.getActualTypeArguments()
                : new Type[] {String.class, String.class};
        if (Types.rawOf(arguments[0]) != String.class) return Optional.empty();
        return valueOf(arguments[1], annotated).map(element -> (node, name, call) -> {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            node.children().forEach((key, entry) -> values.put(key, element.of(entry, name + "[" + key + "]", call)));
            return values;
        });
    }

    private static ModelValue texts(ParameterType type) {
        return (node, name, call) -> {
            List<String> texts = node.values();
            boolean isAbsent =
                    texts.isEmpty() || (texts.size() == 1 && texts.getFirst().isEmpty() && !type.takesEmptyText());
            if (isAbsent) return null;
            try {
                return type.convert(texts);
            } catch (Exception e) {
                return call.bad(name, "expected " + type.description());
            }
        };
    }

    /** A conversion of a list of elements, in the order of their indexes, to the target type. */
    private interface ListConversion {
        Object of(List<@Nullable Object> values);
    }

    private static ModelValue list(ModelValue element, ListConversion conversion) {
        return (node, name, call) -> {
            if (node.children().isEmpty()) return null;
            List<@Nullable Object> values = new ArrayList<>();
            for (Map.Entry<Integer, ParameterNode> entry :
                    byIndex(node, name, call).entrySet()) {
                String place = name + "[" + values.size() + "]";
                if (entry.getKey() != values.size()) return call.bad(place, "is missing: indexes have no gaps");
                values.add(element.of(entry.getValue(), place, call));
            }
            return conversion.of(values);
        };
    }

    private static Map<Integer, ParameterNode> byIndex(ParameterNode node, String name, Call call) {
        Map<Integer, ParameterNode> byIndex = new TreeMap<>();
        node.children().forEach((step, entry) -> {
            int index = index(step);
            if (index < 0) call.bad(name + "[" + step + "]", "expected an index from 0 to " + (MAX_ELEMENTS - 1));
            else byIndex.put(index, entry);
        });
        return byIndex;
    }

    private static int index(String step) {
        boolean digits = step.length() <= 3 && step.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits || (step.length() > 1 && step.startsWith("0"))) return -1;
        int index = Integer.parseInt(step);
        return index < MAX_ELEMENTS ? index : -1;
    }
}
