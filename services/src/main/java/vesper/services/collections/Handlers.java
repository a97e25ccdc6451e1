package vesper.services.collections;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.documents.Document;
import vesper.documents.DocumentId;
import vesper.http.Request;
import vesper.services.Timers;

/**
 * What a package does when a document of its collection changes. What a function throws comes out of it, and nothing is
 * stored then.
 *
 * @param onCreate from what was sent to what is stored
 * @param onReplace the same beside the current state
 * @param onPatch beside the current state, from what a patch makes of it
 * @param onDelete looks at what is about to be deleted
 * @param actions by their names in paths
 * @param timers by their names
 */
public record Handlers<T>(
        Optional<Making<T>> onCreate,
        Optional<Changing<T>> onReplace,
        Optional<Changing<T>> onPatch,
        Optional<Ending<T>> onDelete,
        Map<String, Acting<T>> actions,
        Map<String, Timer<T>> timers) {
    public Handlers {
        actions = Map.copyOf(actions);
        timers = Map.copyOf(timers);
    }

    /**
     * What there is beside the document when a function is called.
     *
     * @param request that brought the change; empty where no request did
     * @param timers of the document
     */
    public record Occasion(Optional<Request> request, Timers timers) {}

    /** Makes the first state of a document. */
    @FunctionalInterface
    public interface Making<T> {
        T make(T given, DocumentId id, Occasion occasion) throws Exception;
    }

    /** Makes the next state of a document. */
    @FunctionalInterface
    public interface Changing<T> {
        T change(Document<T> current, T given, Occasion occasion) throws Exception;
    }

    /** Looks at a document before it is deleted. */
    @FunctionalInterface
    public interface Ending<T> {
        void end(Document<T> current, Occasion occasion) throws Exception;
    }

    /** An action on a document. */
    public interface Acting<T> {
        /**
         * What it takes of the body, read before it is the document's turn.
         *
         * @throws vesper.rest.ProblemException where that does not fit
         */
        @Nullable
        Object read(byte[] body);

        /** @param argument what {@link #read} made of the body */
        T act(Document<T> current, @Nullable Object argument, Occasion occasion) throws Exception;
    }

    /**
     * What a timer does.
     *
     * @param after when it rings first in a new document; empty where it is not set by that
     * @param isAgain whether it rings again and again
     */
    public record Timer<T>(Optional<Duration> after, boolean isAgain, Ringing<T> ringing) {}

    /** Makes the next state of a document when a timer rings. */
    @FunctionalInterface
    public interface Ringing<T> {
        /** @return null where the document stays as it is */
        @Nullable
        T ring(Document<T> current, Occasion occasion) throws Exception;
    }

    public static <T> Handlers<T> none() {
        return new Handlers<>(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of());
    }
}
