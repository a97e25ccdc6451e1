package vesper.rest;

import org.jspecify.annotations.Nullable;

/** An exception that defines its own response instead of a problem document. */
public interface AnsweringFailure {
    /** Status of the response, 200 to 599. */
    int status();

    /** Returns the content, which is marshalled according to {@code Accept} like the return value of a handler. */
    @Nullable
    Object body();
}
