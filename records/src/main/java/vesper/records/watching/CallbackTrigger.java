package vesper.records.watching;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import vesper.rest.triggers.Invoker;
import vesper.rest.triggers.Trigger;

/**
 * The callbacks and webhooks of the Monitor's rules as a trigger: each attempt is a piece of its work. Attempts are not
 * recorded, since each record would cause the next callback. While it is paused, records wait in the journals.
 */
final class CallbackTrigger implements Trigger {
    private static final Invoker DIRECT = new Invoker() {
        @Override
        public <T extends @Nullable Object> T invoke(String path, Callable<T> work) throws Exception {
            return work.call();
        }
    };

    private volatile Invoker invoker = DIRECT;
    private volatile boolean paused;

    @Override
    public String kind() {
        return "callback";
    }

    @Override
    public String name() {
        return "monitor";
    }

    @Override
    public boolean isRecorded() {
        return false;
    }

    @Override
    public void start(Invoker given) {
        invoker = given;
        paused = false;
    }

    @Override
    public void stop() {
        paused = true;
    }

    boolean isPaused() {
        return paused;
    }

    /** Returns a receiver whose calls are work of this trigger. */
    Receiver calling(String destination, Receiver receiver) {
        String path = destination.startsWith("/") ? destination : "/" + destination;
        return json -> {
            try {
                invoker.invoke(path, () -> {
                    receiver.deliver(json);
                    return true;
                });
            } catch (IOException | InterruptedException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
    }
}
