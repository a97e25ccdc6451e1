package vesper.rest;

import org.jspecify.annotations.Nullable;

/** An exception that brings its own answer instead of a problem document. */
public interface AnsweringFailure {
    /** Of the answer, 200 to 599. */
    int status();

    /** Marshalled by {@code Accept} like any value that a handler returns. */
    @Nullable
    Object body();
}
