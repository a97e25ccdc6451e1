package vesper.rest.binding;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.rest.operations.Input;
import vesper.rest.paths.PathPattern;

/** Binds an object whose properties are parameters of the query or a form, or variables of the path. */
final class ModelArgument implements Argument {
    private final ModelShape shape;
    private final PathPattern pattern;
    private final Input input;

    ModelArgument(ModelShape shape, PathPattern pattern, Input input) {
        this.shape = shape;
        this.pattern = pattern;
        this.input = input;
    }

    @Override
    public @Nullable Object of(Call call) throws IOException {
        ParameterNode root = ParameterNode.of(call.parameters().asMap(), call);
        if (!pattern.isLiteral()) call.variables(pattern).forEach(root::addIfAbsent);
        return shape.create(root, "", call);
    }

    @Override
    public Optional<Input> input() {
        return Optional.of(input);
    }

    @Override
    public List<Input> inputs() {
        // The variables of the path are already described with the path.
        return shape.inputs()
                .map(all -> all.stream()
                        .filter(one -> !pattern.names().contains(one.name()))
                        .toList())
                .orElse(List.of(input));
    }
}
