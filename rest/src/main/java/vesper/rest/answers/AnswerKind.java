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

/** What becomes of the values that a handler method returns, as far as its declared type says. */
public enum AnswerKind {
    /** No content. */
    NOTHING,
    /** Anything: only the value says. */
    OPEN,
    /** An answer that is made already. */
    RESPONSE,
    PROBLEM,
    /** Something that is of one of the other kinds is in it. */
    AROUND,
    /** Sent as it is. */
    TEXT,
    /** Sent as they are. */
    BYTES,
    EVENTS,
    FILE,
    /** Written as JSON or XML. */
    VALUE;

    /** The kind of a declared type. */
    public static AnswerKind of(Class<?> type) {
        if (type == void.class || type == Void.class) return NOTHING;
        if (type == Response.class) return RESPONSE;
        if (type == Problem.class || ProblemDetail.class.isAssignableFrom(type)) return PROBLEM;
        if (CharSequence.class.isAssignableFrom(type)) return TEXT;
        if (type.isAssignableFrom(String.class)) return OPEN;
        if (isAround(type)) return AROUND;
        if (isBytes(type)) return BYTES;
        if (ServerSentEvents.class.isAssignableFrom(type) || type == SseEmitter.class) return EVENTS;
        return Path.class.isAssignableFrom(type) || Resource.class.isAssignableFrom(type) ? FILE : VALUE;
    }

    private static boolean isAround(Class<?> type) {
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
