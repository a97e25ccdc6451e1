package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import vesper.testing.Eventually;

class ProcessorsTest {
    private final Processors processors = new Processors();

    @Test
    void all_that_can_be_free_are_those_that_there_are() {
        assertThat(processors.count()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(processors.free()).isBetween(0.0, (double) processors.count());
    }

    @Test
    void while_as_many_threads_compute_they_are_short() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> computing = new ArrayList<>();
        for (int i = 0; i < processors.count(); i++) {
            computing.add(Thread.ofPlatform().start(() -> {
                while (!over.get()) Thread.onSpinWait();
            }));
        }
        try {
            Eventually.until("they are", () -> {
                if (processors.areShort()) return true;
                // Each measurement covers the time since the one before.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                return false;
            });
        } finally {
            over.set(true);
            for (Thread each : computing) each.join();
        }
    }
}
