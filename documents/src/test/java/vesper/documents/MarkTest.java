package vesper.documents;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.documents.SharedLog.Outcome;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class MarkTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final BlockingQueue<CompletableFuture<Outcome>> appended = new LinkedBlockingQueue<>();
    private volatile boolean isInVain;

    private CompletableFuture<Outcome> append() {
        var answer = new CompletableFuture<Outcome>();
        appended.add(answer);
        return answer;
    }

    private CompletableFuture<Void> mark(Duration longest) {
        return new Mark(this::append, _ -> CompletableFuture.completedFuture(null), () -> isInVain).within(longest);
    }

    private CompletableFuture<Outcome> next() throws InterruptedException {
        CompletableFuture<Outcome> next = appended.poll(20, SECONDS);
        assertThat(next).as("an append").isNotNull();
        return next;
    }

    @Test
    void one_that_nothing_is_heard_of_is_followed_by_another() throws Exception {
        CompletableFuture<Void> told = mark(LONG);
        next();
        next().complete(new Outcome.Appended(1));
        told.get(20, SECONDS);
    }

    @Test
    void one_that_is_answered_late_counts_as_well() throws Exception {
        CompletableFuture<Void> told = mark(LONG);
        CompletableFuture<Outcome> first = next();
        next();
        first.complete(new Outcome.Appended(1));
        told.get(20, SECONDS);
    }

    @Test
    void one_that_is_refused_is_tried_again() throws Exception {
        CompletableFuture<Void> told = mark(LONG);
        next().complete(new Outcome.Unknown("there is no leader"));
        next().complete(new Outcome.Appended(1));
        told.get(20, SECONDS);
    }

    @Test
    void one_that_the_log_fails_with_is_tried_again() throws Exception {
        CompletableFuture<Void> told = mark(LONG);
        next().completeExceptionally(new IllegalStateException("no connection"));
        next().complete(new Outcome.Appended(1));
        told.get(20, SECONDS);
    }

    @Test
    void who_waits_for_one_that_the_log_fails_with_hears_why_and_nobody_waits_for_ever() {
        Mark failing = new Mark(
                () -> {
                    throw new IllegalStateException("no connection");
                },
                _ -> CompletableFuture.completedFuture(null),
                () -> isInVain);
        CompletableFuture<Void> told = failing.within(Duration.ofMillis(200));
        assertThatThrownBy(() -> told.get(20, SECONDS))
                .hasCauseInstanceOf(SilentLogException.class)
                .hasMessageContaining("no connection");
    }

    @Test
    void where_it_is_in_vain_who_waits_is_told_at_once_why() throws Exception {
        isInVain = true;
        CompletableFuture<Void> told = mark(LONG);
        next().complete(new Outcome.Unknown("the stream is gone"));
        assertThatThrownBy(() -> told.get(20, SECONDS))
                .hasCauseInstanceOf(SilentLogException.class)
                .hasMessageContaining("the stream is gone");
    }

    @Test
    void who_waits_for_long_enough_is_told_why_too() {
        CompletableFuture<Void> told = mark(Duration.ofMillis(700));
        assertThatThrownBy(() -> told.get(20, SECONDS))
                .hasCauseInstanceOf(SilentLogException.class)
                .hasMessageContaining("the log did not answer");
    }

    @Test
    void what_nobody_waits_for_any_more_is_forgotten() throws Exception {
        var reaching = new SequenceWaiters(0);
        Duration soon = Duration.ofMillis(700);
        CompletableFuture<Void> silent = new Mark(this::append, reaching::whenDelivered, () -> isInVain).within(soon);
        next().complete(new Outcome.Appended(1));
        assertThat(reaching.size()).isOne();
        assertThatThrownBy(() -> silent.get(20, SECONDS)).hasCauseInstanceOf(SilentLogException.class);
        Eventually.until("nobody waits", () -> reaching.size() == 0);

        CompletableFuture<Void> told = new Mark(this::append, reaching::whenDelivered, () -> isInVain).within(LONG);
        CompletableFuture<Outcome> first = next();
        next().complete(new Outcome.Appended(2));
        first.complete(new Outcome.Appended(3));
        Eventually.until("both are waited for", () -> reaching.size() == 2);
        reaching.markDelivered(2);
        reaching.completeReached();
        told.get(20, SECONDS);
        Eventually.until("nobody waits", () -> reaching.size() == 0);
    }
}
