package vesper.hosting;

import org.jspecify.annotations.Nullable;

/** A step of a package's start or stop that threw or took too long; the message names the step and says which. */
final class StepFailedException extends Exception {
    private static final long serialVersionUID = 1;

    StepFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
