package vesper.rest.answers;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpEntity;
import org.springframework.http.ProblemDetail;
import vesper.http.Response;
import vesper.rest.Problem;
import vesper.rest.ServerSentEvents;
import vesper.rest.SseEmitter;
import vesper.rest.StreamingBody;

/** The kind of response that a handler method produces, as far as its declared return type determines it. */
public enum ReturnKind {
    /** A response without content. */
    NONE,
    /** Depends on the returned value. */
    DYNAMIC,
    /** A complete {@link Response}. */
    RESPONSE,
    PROBLEM,
    /** A wrapper around a value of another kind. */
    WRAPPER,
    /** Text, sent unchanged. */
    TEXT,
    /** Bytes, sent unchanged. */
    BYTES,
    EVENTS,
    FILE,
    /** A value that is marshalled as JSON or XML. */
    VALUE;

    /** Returns the kind for a declared type. */
    public static ReturnKind of(Class<?> type) {
        if (type == void.class || type == Void.class) return NONE;
        if (type == Response.class) return RESPONSE;
        if (type == Problem.class || ProblemDetail.class.isAssignableFrom(type)) return PROBLEM;
        if (CharSequence.class.isAssignableFrom(type)) return TEXT;
        if (type.isAssignableFrom(String.class)) return DYNAMIC;
        if (isWrapper(type)) return WRAPPER;
        if (isBytes(type)) return BYTES;
        if (ServerSentEvents.class.isAssignableFrom(type) || type == SseEmitter.class) return EVENTS;
        return Path.class.isAssignableFrom(type) || Resource.class.isAssignableFrom(type) ? FILE : VALUE;
    }

    private static boolean isWrapper(Class<?> type) {
        return type == Optional.class
                || HttpEntity.class.isAssignableFrom(type)
                || CompletionStage.class.isAssignableFrom(type);
    }

    private static boolean isBytes(Class<?> type) {
        return type == byte[].class
                || InputStream.class.isAssignableFrom(type)
                || StreamingBody.class.isAssignableFrom(type);
    }
}
