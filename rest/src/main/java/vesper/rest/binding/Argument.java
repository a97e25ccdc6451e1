package vesper.rest.binding;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.rest.operations.Input;

/** The source of one argument of a handler method. */
@FunctionalInterface
public interface Argument {
    /**
     * Returns the argument for this call. Returns null also if the value is invalid; {@link Call#bad} has recorded
     * that.
     *
     * @throws IOException if the body cannot be read
     */
    @Nullable
    Object of(Call call) throws IOException;

    /** Returns the part of a request that the argument is read from; empty for something that every request has. */
    default Optional<Input> input() {
        return Optional.empty();
    }

    /** Returns all inputs. An object whose properties are parameters has one for each property. */
    default List<Input> inputs() {
        return input().stream().toList();
    }
}
