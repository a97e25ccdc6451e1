package vesper.services.collections;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import vesper.rest.triggers.Invoker;
import vesper.rest.triggers.Trigger;

/** A trigger that works on the documents of a collection: its timers or its tasks. */
final class CollectionTrigger implements Trigger {
    private final String kind;
    private final String collection;
    private final boolean onLeaderOnly;
    private final Function<Invoker, Activity> factory;
    private @Nullable Activity running;

    /** @param factory creates the activity, which is used once, for each start */
    CollectionTrigger(String kind, String collection, boolean onLeaderOnly, Function<Invoker, Activity> factory) {
        this.kind = kind;
        this.collection = collection;
        this.onLeaderOnly = onLeaderOnly;
        this.factory = factory;
    }

    @Override
    public String kind() {
        return kind;
    }

    @Override
    public String name() {
        return collection;
    }

    @Override
    public boolean onLeaderOnly() {
        return onLeaderOnly;
    }

    @Override
    public void start(Invoker invoker) {
        Activity started = factory.apply(invoker);
        running = started;
        started.start().run();
    }

    @Override
    public void stop() {
        Activity ended = running;
        running = null;
        if (ended != null) ended.stop().run();
    }
}
