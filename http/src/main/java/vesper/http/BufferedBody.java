package vesper.http;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A body that is collected as a whole before its request is handled, for threads that must not wait for a client. It is
 * refused if all bodies together would exceed their {@link HeldBytes} budget.
 */
final class BufferedBody implements BodySink {
    private final ContentBuffer content = new ContentBuffer();
    private final HeldBytes budget;
    private final Consumer<RequestBody> whenWhole;
    private boolean refused;
    private long taken;

    BufferedBody(HeldBytes budget, Consumer<RequestBody> whenWhole) {
        this.budget = budget;
        this.whenWhole = whenWhole;
    }

    @Override
    public void content(byte[] bytes, int from, int to) {
        refused |= !budget.take(to - from);
        if (refused) return;
        taken += to - from;
        content.add(Arrays.copyOfRange(bytes, from, to));
    }

    @Override
    public void finished() {
        whenWhole.accept(RequestBody.of(content.joined()));
    }

    @Override
    public void failed(IOException reason) {}

    @Override
    public @Nullable Refusal refusal() {
        return refused ? HeldBytes.TOO_MANY_BODIES : null;
    }

    @Override
    public void release() {
        budget.release(taken);
        taken = 0;
    }
}
