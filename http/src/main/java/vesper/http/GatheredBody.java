package vesper.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Collects a whole body before its request is handled, for threads that must not wait for a client. Where all bodies
 * together would take more than their {@link BodyBudget}, it is refused.
 */
final class GatheredBody implements BodySink {
    private final ByteArrayOutputStream content;
    private final BodyBudget budget;
    private final Consumer<RequestBody> whenWhole;
    private boolean refused;
    private long taken;

    GatheredBody(int sizeHint, BodyBudget budget, Consumer<RequestBody> whenWhole) {
        this.content = new ByteArrayOutputStream(sizeHint);
        this.budget = budget;
        this.whenWhole = whenWhole;
    }

    @Override
    public void content(byte[] bytes, int from, int to) {
        refused |= !budget.take(to - from);
        if (refused) return;
        taken += to - from;
        content.write(bytes, from, to - from);
    }

    @Override
    public void finished() {
        whenWhole.accept(RequestBody.of(content.toByteArray()));
    }

    @Override
    public void failed(IOException reason) {}

    @Override
    public @Nullable Refusal refusal() {
        return refused ? BodyBudget.EXCEEDED : null;
    }

    @Override
    public void release() {
        budget.giveBack(taken);
        taken = 0;
    }
}
