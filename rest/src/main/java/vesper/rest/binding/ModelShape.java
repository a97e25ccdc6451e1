package vesper.rest.binding;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;
import org.springframework.web.bind.annotation.BindParam;
import vesper.codec.ValidationMessage;
import vesper.rest.operations.Input;

/**
 * Creates objects of one class from parameters. Uses the canonical constructor of a record, else a constructor without
 * parameters, else the only public constructor; then public setters and fields. Only these members are considered, so a
 * parameter cannot reach any other state of an object.
 */
final class ModelShape {
    /** A parameter of the constructor. */
    private record ConstructorParameter(String name, Class<?> type, ModelValue value, Optional<Input> input) {}

    /** A setter or field. The method handle takes the object and the value. */
    private record Property(String name, ModelValue value, MethodHandle setter, Optional<Input> input) {}

    private final Class<?> type;
    private final List<ConstructorParameter> constructorParameters = new ArrayList<>();
    private final List<Property> properties = new ArrayList<>();
    private @Nullable MethodHandle constructor;

    ModelShape(Class<?> type) {
        this.type = type;
    }

    /** Returns whether objects of a class can be created. */
    static boolean fits(Class<?> type) {
        boolean isExcluded = type.isInterface()
                || type.isEnum()
                || type.isPrimitive()
                || Modifier.isAbstract(type.getModifiers())
                || type.getName().startsWith("java.")
                || type.getName().startsWith("groovy.lang.");
        return !isExcluded && constructorOf(type) != null;
    }

    /**
     * Reads constructor, setters and fields of the class.
     *
     * @throws IllegalArgumentException if it has no suitable constructor
     */
    void readMembers(ModelTypes types) {
        Constructor<?> chosen = constructorOf(type);
        if (chosen == null) {
            throw new IllegalArgumentException(type.getName()
                    + " cannot be created from parameters: it is not a record, and has neither a public no-argument"
                    + " constructor nor a single public constructor");
        }
        for (Parameter parameter : chosen.getParameters()) constructorParameters.add(part(parameter, types));
        try {
            chosen.setAccessible(true);
            constructor = MethodHandles.lookup()
                    .unreflectConstructor(chosen)
                    .asFixedArity()
                    .asSpreader(Object[].class, constructorParameters.size())
                    .asType(MethodType.methodType(Object.class, Object[].class));
            Map<String, Property> byName = new LinkedHashMap<>();
            for (Field field : type.getFields()) add(field, types, byName);
            for (Method method : type.getMethods()) add(method, types, byName);
            constructorParameters.forEach(part -> byName.remove(part.name));
            properties.addAll(byName.values());
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(
                    type.getName() + " cannot be created from parameters: " + e.getMessage(), e);
        }
    }

    private static @Nullable Constructor<?> constructorOf(Class<?> type) {
        if (type.isRecord()) {
            Class<?>[] components = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            return Arrays.stream(type.getDeclaredConstructors())
                    .filter(one -> Arrays.equals(one.getParameterTypes(), components))
                    .findFirst()
                    .orElse(null);
        }
        Constructor<?>[] all = type.getConstructors();
        for (Constructor<?> one : all) if (one.getParameterCount() == 0) return one;
        return all.length == 1 ? all[0] : null;
    }

    private ConstructorParameter part(Parameter parameter, ModelTypes types) {
        String name = nameOf(parameter);
        Type declared = GenericTypeResolver.resolveType(parameter.getParameterizedType(), type);
        AnnotatedElement annotated = annotated(name, parameter);
        ModelValue value = types.valueOf(declared, annotated)
                .orElseThrow(() -> new IllegalArgumentException(type.getName() + ": cannot create from parameters: "
                        + parameter.getType().getName() + " " + name));
        boolean required = parameter.getType().isPrimitive() && parameter.getType() != boolean.class;
        return new ConstructorParameter(name, parameter.getType(), value, input(name, declared, required, annotated));
    }

    /** Returns the input for a value that is read from a single parameter; empty if it needs several. */
    private static Optional<Input> input(String name, Type declared, boolean required, AnnotatedElement annotated) {
        return ParameterType.of(declared, annotated)
                .map(_ -> new Input(Input.From.PARAMETER, name, declared, required, null, annotated));
    }

    /** Returns the parameters that an object is created from; empty if a property needs several parameters. */
    Optional<List<Input>> inputs() {
        List<Optional<Input>> all = new ArrayList<>();
        for (ConstructorParameter part : constructorParameters) all.add(part.input);
        for (Property property : properties) all.add(property.input);
        if (all.stream().anyMatch(Optional::isEmpty)) return Optional.empty();
        return Optional.of(all.stream().map(Optional::orElseThrow).toList());
    }

    private static String nameOf(Parameter parameter) {
        BindParam annotation = parameter.getAnnotation(BindParam.class);
        return annotation == null ? parameter.getName() : annotation.value();
    }

    /**
     * Returns the element whose annotations apply to a property: the field of that name, unless {@code otherwise} has a
     * date format.
     */
    private AnnotatedElement annotated(String name, AnnotatedElement fallback) {
        if (DateTimePattern.isOn(fallback)) return fallback;
        for (Class<?> kind = type; kind != null && kind != Object.class; kind = kind.getSuperclass()) {
            for (Field field : kind.getDeclaredFields()) if (field.getName().equals(name)) return field;
        }
        return fallback;
    }

    private void add(Field field, ModelTypes types, Map<String, Property> byName) throws IllegalAccessException {
        int modifiers = field.getModifiers();
        if (Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) return;
        Type declared = GenericTypeResolver.resolveType(field.getGenericType(), type);
        Optional<ModelValue> value = types.knownValueOf(declared, field);
        if (value.isEmpty()) return;
        field.setAccessible(true);
        byName.put(
                field.getName(),
                property(
                        field.getName(),
                        value.get(),
                        MethodHandles.lookup().unreflectSetter(field),
                        input(field.getName(), declared, false, field)));
    }

    private void add(Method method, ModelTypes types, Map<String, Property> byName) throws IllegalAccessException {
        boolean sets = method.getName().startsWith("set")
                && method.getName().length() > 3
                && method.getParameterCount() == 1
                && !Modifier.isStatic(method.getModifiers())
                && !method.isBridge();
        if (!sets) return;
        String name = propertyName(method.getName().substring(3));
        Type declared = GenericTypeResolver.resolveType(method.getGenericParameterTypes()[0], type);
        AnnotatedElement annotated = annotated(name, method);
        Optional<ModelValue> value = types.knownValueOf(declared, annotated);
        if (value.isEmpty()) return;
        method.setAccessible(true);
        MethodHandle setter = MethodHandles.lookup().unreflect(method);
        byName.put(name, property(name, value.get(), setter, input(name, declared, false, annotated)));
    }

    private static Property property(String name, ModelValue value, MethodHandle setter, Optional<Input> input) {
        MethodHandle open = setter.asType(MethodType.methodType(void.class, Object.class, Object.class));
        return new Property(name, value, open, input);
    }

    /** Converts {@code Name} to {@code name} and keeps {@code URL}, as JavaBeans do. */
    private static String propertyName(String capitalized) {
        boolean shouted = capitalized.length() > 1 && Character.isUpperCase(capitalized.charAt(1));
        return shouted ? capitalized : Character.toLowerCase(capitalized.charAt(0)) + capitalized.substring(1);
    }

    /** Creates the object. Returns null if a value is invalid, which has been recorded. */
    @Nullable
    Object create(ParameterNode node, String name, Call call) {
        int badBefore = call.errors().size();
        @Nullable Object[] arguments = new @Nullable Object[constructorParameters.size()];
        for (int i = 0; i < arguments.length; i++)
            arguments[i] = argument(constructorParameters.get(i), node, name, call);
        Map<Property, Object> set = new LinkedHashMap<>();
        for (Property property : properties) {
            ParameterNode child = node.child(property.name);
            Object value = child == null ? null : property.value.of(child, childName(name, property.name), call);
            if (value != null) set.put(property, value);
        }
        return call.errors().size() > badBefore ? null : construct(arguments, set, name, call);
    }

    private static @Nullable Object argument(ConstructorParameter part, ParameterNode node, String name, Call call) {
        ParameterNode child = node.child(part.name);
        int badBefore = call.errors().size();
        Object value = child == null ? null : part.value.of(child, childName(name, part.name), call);
        if (value != null || call.errors().size() > badBefore) return value;
        if (part.type == Optional.class) return Optional.empty();
        // Browsers do not send a check box that is not checked.
        if (part.type == boolean.class) return false;
        return part.type.isPrimitive() ? call.bad(childName(name, part.name), "is missing") : null;
    }

    private @Nullable Object construct(
            @Nullable Object[] arguments, Map<Property, Object> set, String name, Call call) {
        MethodHandle maker = constructor;
        if (maker == null) throw new IllegalStateException(type + " has not been initialized");
        String place = name.isEmpty() ? "?" : name;
        try {
            Object object = (Object) maker.invokeExact(arguments);
            for (Map.Entry<Property, Object> entry : set.entrySet()) {
                place = childName(name, entry.getKey().name);
                entry.getKey().setter.invokeExact(object, entry.getValue());
            }
            return object;
        } catch (IllegalArgumentException e) {
            return call.bad(place, ValidationMessage.from(e).orElse("is invalid"));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(type.getName() + " could not be created from parameters", t);
        }
    }

    private static String childName(String name, String property) {
        return name.isEmpty() ? property : name + "." + property;
    }
}
