package vesper.rest.binding;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.rest.operations.Input;

/** Where one argument of a handler method comes from. */
@FunctionalInterface
public interface Argument {
    /**
     * The argument for this call; null also where it is bad, which {@link Call#bad} has noted then.
     *
     * @throws IOException if the body cannot be read
     */
    @Nullable
    Object of(Call call) throws IOException;

    /** What it takes from requests; empty for what comes with each. */
    default Optional<Input> input() {
        return Optional.empty();
    }

    /** The same, one by one where it is taken from several: an object whose properties are parameters. */
    default List<Input> inputs() {
        return input().stream().toList();
    }
}
