package vesper.services.collections;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import vesper.documents.Document;
import vesper.documents.Next;
import vesper.services.Timers;
import vesper.services.collections.Handlers.CallContext;
import vesper.services.timers.TimerCallback;

/** Calls the methods of a service when timers fire. */
record HandlerTimerCallback<T>(Handlers<T> handlers) implements TimerCallback<T> {
    @Override
    public Set<String> names() {
        return handlers.timers().keySet();
    }

    @Override
    public Next<T> fire(String name, Document<T> current, Timers timers) {
        Handlers.Timer<T> timer = Objects.requireNonNull(handlers.timers().get(name));
        try {
            T next = timer.handler().fire(current, new CallContext(Optional.empty(), timers));
            return next == null ? new Next.Unchanged<>() : new Next.Stored<>(next);
        } catch (RuntimeException unchecked) {
            throw unchecked;
        } catch (Exception checked) {
            throw new IllegalStateException(String.valueOf(checked.getMessage()), checked);
        }
    }
}
