package vesper.documents;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The logs of a cluster, in memory and with faults on demand. Each node has its own {@link #node opening}. */
final class LogInMemory {
    private record Told(String attempt, SharedLog.@Nullable Entry entry) {}

    /** The log of one collection. */
    private static final class Log {
        final List<Told> all = new ArrayList<>();
        final Map<DocumentId, Long> newest = new HashMap<>();
        final Map<String, Long> attempts = new HashMap<>();
        /** Entries up to this sequence are no longer retained. */
        long trimmed;
    }

    private final Map<String, Log> logs = new ConcurrentHashMap<>();
    /** Number of appends to come whose answer is lost; their entries stay. */
    final AtomicInteger lostAnswers = new AtomicInteger();
    /** Number of appends to come that are lost. */
    final AtomicInteger lostAppends = new AtomicInteger();

    /** Bodies larger than this are not appended. */
    volatile int mostBytes = Integer.MAX_VALUE;

    /** Number of marks to come that are lost without an answer. */
    final AtomicInteger lostMarks = new AtomicInteger();

    /** The node whose appends are held until they are released. */
    private @Nullable Node holding;

    private final List<Runnable> held = new ArrayList<>();

    private volatile @Nullable Node leader;
    private final AtomicLong terms = new AtomicLong();

    /** One node's access to the logs. */
    final class Node implements SharedLog.Opening {
        /** True while the node can neither send nor receive. */
        private volatile boolean isCut;
        /** True while the node receives no entries. */
        private volatile boolean isDeaf;
        /** The age of the answers that this node gets about the end of a log. */
        volatile Duration answersAge = Duration.ZERO;
        /** The greatest end of a log that is answered to this node, as by a leader that the majority has left. */
        volatile long mostEnd = Long.MAX_VALUE;
        /** Number of answers that this node got about the end of a log. */
        final AtomicInteger ends = new AtomicInteger();

        @Override
        public SharedLog open(String collection, CollectionPolicy policy) {
            return new View(this, logs.computeIfAbsent(collection, _ -> new Log()));
        }

        void cut(boolean cut) {
            isCut = cut;
            wake();
        }

        void deafen(boolean deaf) {
            isDeaf = deaf;
            wake();
        }

        private void wake() {
            logs.values().forEach(log -> {
                synchronized (log) {
                    log.notifyAll();
                }
            });
        }
    }

    Node node() {
        var node = new Node();
        if (leader == null) lead(node);
        return node;
    }

    /** Makes this node the only leader. */
    void lead(Node node) {
        terms.incrementAndGet();
        leader = node;
    }

    /** Holds all appends of this node from now on. */
    void hold(Node node) {
        synchronized (held) {
            holding = node;
        }
    }

    /** Returns the number of appends that are held. */
    int heldCount() {
        synchronized (held) {
            return held.size();
        }
    }

    void release() {
        List<Runnable> waiting;
        synchronized (held) {
            holding = null;
            waiting = List.copyOf(held);
            held.clear();
        }
        waiting.forEach(Runnable::run);
    }

    /** Forgets the names of all attempts, as a real log does after a while. */
    void forgetNames(String collection) {
        Log log = logs.get(collection);
        synchronized (log) {
            log.attempts.clear();
        }
    }

    /** Stops retaining entries up to this sequence. */
    void trim(String collection, long sequence) {
        Log log = logs.get(collection);
        synchronized (log) {
            log.trimmed = sequence;
        }
    }

    private final class View implements SharedLog {
        private final Node node;
        private final Log log;
        private volatile boolean closed;

        View(Node node, Log log) {
            this.node = node;
            this.log = log;
        }

        @Override
        public CompletableFuture<Outcome> append(Entry entry, long expected, String attempt) {
            synchronized (held) {
                if (node.equals(holding)) {
                    var later = new CompletableFuture<Outcome>();
                    held.add(() -> appended(entry, expected, attempt).thenAccept(later::complete));
                    return later;
                }
            }
            return appended(entry, expected, attempt);
        }

        private CompletableFuture<Outcome> appended(Entry entry, long expected, String attempt) {
            if (node.isCut || takes(lostAppends)) return unknown();
            int size = entry.body().sizeBytes();
            Outcome outcome;
            synchronized (log) {
                Long before = log.attempts.get(attempt);
                if (size > mostBytes) outcome = new Outcome.TooLarge(size, mostBytes);
                else if (before != null) outcome = new Outcome.Appended(before, true);
                else if (log.newest.getOrDefault(entry.id(), 0L) != expected) outcome = new Outcome.Conflict();
                else outcome = new Outcome.Appended(add(new Told(attempt, entry)));
            }
            return takes(lostAnswers) ? unknown() : CompletableFuture.completedFuture(outcome);
        }

        private long add(Told told) {
            log.all.add(told);
            long sequence = log.all.size();
            if (told.entry() != null) {
                log.newest.put(told.entry().id(), sequence);
                log.attempts.put(told.attempt(), sequence);
            }
            log.notifyAll();
            return sequence;
        }

        @Override
        public CompletableFuture<Outcome> mark() {
            if (node.isCut) return unknown();
            if (takes(lostMarks)) return new CompletableFuture<>();
            synchronized (log) {
                return CompletableFuture.completedFuture(new Outcome.Appended(add(new Told("", null))));
            }
        }

        private static CompletableFuture<Outcome> unknown() {
            return CompletableFuture.completedFuture(new Outcome.Unknown("nobody answers"));
        }

        private static boolean takes(AtomicInteger left) {
            return left.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
        }

        @Override
        public CompletableFuture<Newest> newest() {
            if (node.isCut) return CompletableFuture.failedFuture(new IOException("nobody answers"));
            synchronized (log) {
                node.ends.incrementAndGet();
                long end = Math.min(log.all.size(), node.mostEnd);
                return CompletableFuture.completedFuture(new Newest(end, node.answersAge));
            }
        }

        @Override
        public void follow(long after, Follower follower) {
            Thread.ofVirtual().name("follower").start(() -> {
                long told = after;
                while (!closed) {
                    Optional<Told> next = next(told);
                    if (next.isEmpty()) continue;
                    told = Math.max(told, log.trimmed) + 1;
                    Entry entry = next.get().entry();
                    if (entry == null) follower.mark(told);
                    else follower.entry(told, next.get().attempt(), entry);
                }
            });
        }

        private Optional<Told> next(long told) {
            synchronized (log) {
                long at = Math.max(told, log.trimmed);
                if (!node.isCut && !node.isDeaf && at < log.all.size()) return Optional.of(log.all.get((int) at));
                try {
                    log.wait(100);
                } catch (InterruptedException _) {
                    closed = true;
                }
                return Optional.empty();
            }
        }

        @Override
        public Optional<String> trouble() {
            return Optional.empty();
        }

        @Override
        public OptionalLong term() {
            return node.equals(leader) ? OptionalLong.of(terms.get()) : OptionalLong.empty();
        }

        @Override
        public void stop() {
            closed = true;
            synchronized (log) {
                log.notifyAll();
            }
        }

        @Override
        public void close() {
            stop();
        }
    }
}
