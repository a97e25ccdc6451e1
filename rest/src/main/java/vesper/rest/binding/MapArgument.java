package vesper.rest.binding;

import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import vesper.rest.operations.Input;
import vesper.rest.operations.Types;

/** Binds all parameters, header fields or cookies to a map by name. */
final class MapArgument implements Argument {
    /** A source of all values of one kind in a request. */
    @FunctionalInterface
    interface Source {
        Map<String, List<String>> all(Call call) throws IOException;
    }

    private final Type type;
    private final Source source;
    private final Input input;

    MapArgument(Input declared, Source source) {
        type = declared.type();
        input = declared;
        this.source = source;
    }

    /** Returns whether a parameter of this type takes all values. */
    static boolean fits(Type type) {
        Class<?> raw = Types.rawOf(type);
        return raw == Map.class || raw == LinkedHashMap.class || raw == MultiValueMap.class;
    }

    @Override
    public Object of(Call call) throws IOException {
        Map<String, List<String>> all = source.all(call);
        if (Types.rawOf(type) == MultiValueMap.class) return multiValues(all);
        return hasLists() ? new LinkedHashMap<>(all) : firstValues(all);
    }

    @Override
    public Optional<Input> input() {
        return Optional.of(input);
    }

    private boolean hasLists() {
        return type instanceof ParameterizedType generic
                && generic.getActualTypeArguments().length == 2
                && Types.rawOf(generic.getActualTypeArguments()[1]) == List.class;
    }

    static Map<String, String> firstValues(Map<String, List<String>> all) {
        Map<String, String> firsts = new LinkedHashMap<>();
        all.forEach((name, values) -> firsts.put(name, values.getFirst()));
        return firsts;
    }

    static MultiValueMap<String, String> multiValues(Map<String, List<String>> all) {
        return new LinkedMultiValueMap<>(all);
    }
}
