package vesper.services.webhooks;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import vesper.rest.triggers.Invoker;
import vesper.rest.triggers.Trigger;

/** The deliveries to one webhook as a trigger: each attempt is an invocation. */
final class DeliveryTrigger implements Trigger {
    private final Webhook hook;
    private final BiFunction<Invoker, WebhookPosition, WebhookDelivery<?>> factory;
    private final WebhookPosition first;
    private volatile @Nullable WebhookDelivery<?> running;

    /**
     * @param first position of the first start
     * @param factory creates the delivery from a position, for each start
     */
    DeliveryTrigger(
            Webhook hook, WebhookPosition first, BiFunction<Invoker, WebhookPosition, WebhookDelivery<?>> factory) {
        this.hook = hook;
        this.first = first;
        this.factory = factory;
    }

    @Override
    public String kind() {
        return "webhook";
    }

    @Override
    public String name() {
        return hook.collection() + ":" + hook.name();
    }

    @Override
    public void start(Invoker invoker) {
        WebhookDelivery<?> started = factory.apply(invoker, position());
        running = started;
        started.start();
    }

    @Override
    public void stop() {
        WebhookDelivery<?> ended = running;
        if (ended != null) ended.close();
    }

    /** Returns the position of the deliveries. */
    WebhookPosition position() {
        WebhookDelivery<?> now = running;
        return now == null ? first : now.position();
    }
}
