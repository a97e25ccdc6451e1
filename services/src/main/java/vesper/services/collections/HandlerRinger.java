package vesper.services.collections;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import vesper.documents.Document;
import vesper.documents.Next;
import vesper.services.Timers;
import vesper.services.collections.Handlers.Occasion;
import vesper.services.timers.Ringer;

/** Calls the methods of a service when timers fire. */
record HandlerRinger<T>(Handlers<T> handlers) implements Ringer<T> {
    @Override
    public Set<String> names() {
        return handlers.timers().keySet();
    }

    @Override
    public Next<T> ring(String name, Document<T> current, Timers timers) {
        Handlers.Timer<T> timer = Objects.requireNonNull(handlers.timers().get(name));
        try {
            T next = timer.ringing().ring(current, new Occasion(Optional.empty(), timers));
            return next == null ? new Next.Unchanged<>() : new Next.Stored<>(next);
        } catch (RuntimeException unchecked) {
            throw unchecked;
        } catch (Exception checked) {
            throw new IllegalStateException(String.valueOf(checked.getMessage()), checked);
        }
    }
}
