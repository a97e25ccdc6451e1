package vesper.rest.binding;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.rest.operations.Input;

/** Binds an argument by name: a parameter, header field, cookie or path variable, converted from text. */
final class NamedArgument implements Argument {
    /** A source of the texts with a name in a request. */
    @FunctionalInterface
    interface Source {
        List<String> texts(Call call, String name) throws IOException;
    }

    private final String name;
    private final ParameterType type;
    private final Source source;
    private final boolean required;
    private final @Nullable String fallback;
    private final Input input;

    /** Creates the argument. {@code declared} defines its name, its default and whether it is required. */
    NamedArgument(Input declared, ParameterType type, Source source) {
        this.name = declared.name();
        this.type = type;
        this.source = source;
        required = (declared.required() && !type.isOptional()) || type.isPrimitive();
        fallback = declared.fallback();
        boolean isRequired = required && fallback == null;
        input = new Input(declared.from(), name, declared.type(), isRequired, fallback, declared.declaredAt());
    }

    @Override
    public @Nullable Object of(Call call) throws IOException {
        List<String> texts = source.texts(call, name);
        boolean empty = texts.size() == 1 && texts.getFirst().isEmpty();
        if (empty && (fallback != null || !type.takesEmptyText())) texts = List.of();
        if (texts.isEmpty()) {
            if (fallback == null) return required ? call.bad(name, "is missing") : type.absent();
            texts = List.of(fallback);
            if (fallback.isEmpty() && !type.takesEmptyText()) return type.absent();
        }
        try {
            return type.convert(texts);
        } catch (Exception e) {
            return call.bad(name, "expected " + type.description());
        }
    }

    @Override
    public Optional<Input> input() {
        return Optional.of(input);
    }
}
