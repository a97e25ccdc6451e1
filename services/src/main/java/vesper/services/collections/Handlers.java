package vesper.services.collections;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.documents.Document;
import vesper.documents.DocumentId;
import vesper.http.Request;
import vesper.rest.access.Permission;
import vesper.services.Timers;

/**
 * The functions by which a package handles changes of its documents. Exceptions of a function propagate to its caller,
 * and nothing is stored.
 *
 * @param onCreate turns the client's document into the one to store
 * @param onReplace the same, with the current state
 * @param onPatch the same for a patch: takes the current state and the patched state
 * @param onDelete called before a deletion
 * @param actions actions by their names in paths
 * @param timers timers by name
 */
public record Handlers<T>(
        Optional<CreateHandler<T>> onCreate,
        Optional<ChangeHandler<T>> onReplace,
        Optional<ChangeHandler<T>> onPatch,
        Optional<DeleteHandler<T>> onDelete,
        Map<String, ActionHandler<T>> actions,
        Map<String, Timer<T>> timers) {
    public Handlers {
        actions = Map.copyOf(actions);
        timers = Map.copyOf(timers);
    }

    /**
     * The context of a call.
     *
     * @param request request that caused the change; empty if no request did
     * @param timers timers of the document
     */
    public record CallContext(Optional<Request> request, Timers timers) {}

    /** Creates the first state of a document. */
    @FunctionalInterface
    public interface CreateHandler<T> {
        T create(T sent, DocumentId id, CallContext context) throws Exception;
    }

    /** Creates the next state of a document. */
    @FunctionalInterface
    public interface ChangeHandler<T> {
        T change(Document<T> current, T sent, CallContext context) throws Exception;
    }

    /** Called before a document is deleted. */
    @FunctionalInterface
    public interface DeleteHandler<T> {
        void beforeDelete(Document<T> current, CallContext context) throws Exception;
    }

    /** An action on a document. */
    public interface ActionHandler<T> {
        /** Returns the callers that may run the action. */
        default Permission permission() {
            return Permission.UNSTATED;
        }

        /**
         * Reads the argument from the request body, before the document is locked.
         *
         * @throws vesper.rest.ProblemException if the body does not fit
         */
        @Nullable
        Object read(byte[] body);

        /** @param argument the result of {@link #read} */
        T act(Document<T> current, @Nullable Object argument, CallContext context) throws Exception;
    }

    /**
     * A timer.
     *
     * @param after delay until it first fires for a new document; empty if creating a document does not set it
     * @param isPeriodic true if it fires repeatedly
     */
    public record Timer<T>(Optional<Duration> after, boolean isPeriodic, TimerHandler<T> handler) {}

    /** Creates the next state of a document when a timer fires. */
    @FunctionalInterface
    public interface TimerHandler<T> {
        /** @return null if the document does not change */
        @Nullable
        T fire(Document<T> current, CallContext context) throws Exception;
    }

    public static <T> Handlers<T> none() {
        return new Handlers<>(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of());
    }
}
