package vesper.rest.operations;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The doc comments of source code by location: {@code orders.Orders$Line} for a class, {@code orders.Orders$Line#total}
 * for a field, {@code orders.Orders#find(String,byte[])} for a method, with its parameter types without packages and
 * type arguments. The texts are unchanged except that delimiters and leading asterisks are removed. Immutable.
 */
public final class DocComments {
    public static final DocComments NONE = new DocComments(Map.of());

    private final Map<String, String> texts;

    /** Creates an instance from comments by location, in the notation of the class comment. */
    public DocComments(Map<String, String> texts) {
        this.texts = Map.copyOf(texts);
    }

    /** Returns the location of a field. */
    public static String locationOf(String className, String field) {
        return className + "#" + field;
    }

    /** Returns the location of a method. */
    public static String locationOf(String className, String method, List<String> parameterTypes) {
        return className + "#" + method + "(" + String.join(",", parameterTypes) + ")";
    }

    /** Returns the lines of a comment without its delimiters and without leading blanks and asterisks. */
    public static String textOf(String comment) {
        String inside = comment.strip();
        if (inside.startsWith("/**")) inside = inside.substring("/**".length());
        if (inside.endsWith("*/")) inside = inside.substring(0, inside.length() - "*/".length());
        StringBuilder text = new StringBuilder(inside.length());
        for (String line : inside.lines().toList()) {
            int at = 0;
            while (at < line.length() && Character.isWhitespace(line.charAt(at))) at++;
            int asterisks = at;
            while (asterisks < line.length() && line.charAt(asterisks) == '*') asterisks++;
            text.append(line, asterisks > at ? asterisks : 0, line.length()).append('\n');
        }
        return text.toString().strip();
    }

    public Optional<String> of(Class<?> type) {
        return Optional.ofNullable(texts.get(type.getName()));
    }

    public Optional<String> of(Field field) {
        return Optional.ofNullable(
                texts.get(locationOf(field.getDeclaringClass().getName(), field.getName())));
    }

    public Optional<String> of(Method method) {
        List<String> types = Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .toList();
        return Optional.ofNullable(
                texts.get(locationOf(method.getDeclaringClass().getName(), method.getName(), types)));
    }

    /** Returns all comments, sorted by location. */
    public Map<String, String> byLocation() {
        return new TreeMap<>(texts);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DocComments comments && comments.texts.equals(texts);
    }

    @Override
    public int hashCode() {
        return texts.hashCode();
    }
}
