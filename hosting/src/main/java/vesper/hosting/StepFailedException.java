package vesper.hosting;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a step of a package's start or stop throws or times out. The message contains the step and the reason.
 */
final class StepFailedException extends Exception {
    private static final long serialVersionUID = 1;

    StepFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
