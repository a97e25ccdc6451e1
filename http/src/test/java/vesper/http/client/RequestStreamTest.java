package vesper.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(30)
class RequestStreamTest {
    @Test
    void a_writer_that_nobody_listens_to_any_more_is_not_begun() {
        AtomicInteger runs = new AtomicInteger();
        var content = new RequestContent.Written(-1, true, _ -> runs.incrementAndGet());
        RequestStream stream = new RequestStream(new Ends(), content, null);
        stream.end();
        stream.run();
        assertThat(runs).hasValue(0);
    }

    @Test
    void content_that_is_there_only_once_is_let_go_of_all_the_same() {
        AtomicInteger closed = new AtomicInteger();
        var content = new RequestContent.Written(-1, false, out -> {
            try {
                out.write(1);
                out.flush();
            } finally {
                closed.incrementAndGet();
            }
        });
        RequestStream stream = new RequestStream(new Ends(), content, null);
        stream.end();
        stream.run();
        assertThat(closed).hasValue(1);
    }

    @Test
    void a_stream_that_is_gone_still_keeps_the_next_one_behind_the_one_before() throws Exception {
        CountDownLatch firstMayEnd = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        Ends ends = new Ends();
        RequestStream first = new RequestStream(
                ends,
                new RequestContent.Written(-1, true, _ -> {
                    Eventually.until("it may end", () -> firstMayEnd.getCount() == 0);
                    runs.compareAndSet(0, 1);
                }),
                null);
        RequestStream second = new RequestStream(ends, new RequestContent.Written(-1, true, _ -> runs.set(2)), first);
        RequestStream third =
                new RequestStream(ends, new RequestContent.Written(-1, true, _ -> runs.compareAndSet(1, 3)), second);
        first.start();
        second.start();
        second.end();
        third.start();
        firstMayEnd.countDown();
        assertThat(ends.all.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValue(3);
    }

    /** A carrier that counts the ends of two contents, the first and the third. */
    private static final class Ends implements Carrier {
        final CountDownLatch all = new CountDownLatch(2);

        @Override
        public void execute(Runnable task) {
            task.run();
        }

        @Override
        public void sendPiece(RequestStream from, byte[] piece) {
            throw new AssertionError("nothing was written");
        }

        @Override
        public void contentEnds(RequestStream from) {
            all.countDown();
        }

        @Override
        public void contentFails(RequestStream from, Throwable reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void resume(ResponseBodyStream of) {}

        @Override
        public void leaveUnread(ResponseBodyStream of) {}
    }
}
