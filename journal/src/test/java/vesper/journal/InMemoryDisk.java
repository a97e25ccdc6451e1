package vesper.journal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A disk that can be full, fail, be slow, and lose its power. Names are durable at once, contents when they are forced.
 */
final class InMemoryDisk implements Disk {
    private static final int PAGE_BYTES = 4096;
    private static final int MANY = 1 << 20;

    /** What was forced is one moment's picture; so a power cut takes turns with forces. */
    private final Object power = new Object();

    private final ConcurrentSkipListMap<Integer, Contents> files = new ConcurrentSkipListMap<>();
    private final AtomicInteger forcesUntilFailure = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicInteger forces = new AtomicInteger();
    private final AtomicInteger creates = new AtomicInteger();
    private final Map<Integer, Error> faults = new ConcurrentHashMap<>();
    private final Semaphore forcing = new Semaphore(MANY, true);
    private final Semaphore creating = new Semaphore(MANY, true);
    private volatile long capacityBytes = Long.MAX_VALUE;

    /** From now on no segment is made that would take it beyond this. */
    void hasRoomFor(long bytes) {
        capacityBytes = bytes;
    }

    /**
     * So many more forces succeed, every one after them fails, and what it should have forced is lost by a power cut.
     */
    void failForcesAfter(int successes) {
        forcesUntilFailure.set(successes);
    }

    /** Whoever begins to use the memory of this segment meets with an error from now on. */
    void failMemoryOf(int segment, Error fault) {
        faults.put(segment, fault);
    }

    void mendMemoryOf(int segment) {
        faults.remove(segment);
    }

    /** Forces wait from now on. */
    void holdForces() {
        forcing.acquireUninterruptibly(MANY);
    }

    void letForcesGo() {
        forcing.release(MANY);
    }

    /** New segments are not made from now on; whoever wants one waits. */
    void holdCreates() {
        creating.acquireUninterruptibly(MANY);
    }

    void letCreatesGo() {
        creating.release(MANY);
    }

    /** True while a force waits to be let go. */
    boolean isForceWaiting() {
        return forcing.hasQueuedThreads();
    }

    /** How many were asked for. */
    int forces() {
        return forces.get();
    }

    /** How many segments were asked for. */
    int creates() {
        return creates.get();
    }

    /** What is found when the process ended and the machine went on. */
    InMemoryDisk afterKill() {
        var found = new InMemoryDisk();
        files.forEach((number, file) -> found.files.put(number, found.new Contents(file.written())));
        return found;
    }

    /** What is found when the power was cut: what was forced, and of what was not an arbitrary part. */
    InMemoryDisk afterPowerCut(Random random) {
        double share = List.of(0.0, 0.1, 0.5, 0.9, 1.0).get(random.nextInt(5));
        int unitBytes = random.nextBoolean() ? Long.BYTES : PAGE_BYTES;
        var found = new InMemoryDisk();
        synchronized (power) {
            files.forEach((number, file) ->
                    found.files.put(number, found.new Contents(file.afterPowerCut(random, share, unitBytes))));
        }
        return found;
    }

    /** What the disk holds, to look at and to change; the segment is not open. */
    byte[] bytes(int segment) {
        return files.get(segment).stored;
    }

    void truncate(int segment, int sizeBytes) {
        Contents file = files.get(segment);
        files.put(segment, new Contents(Arrays.copyOf(file.stored, sizeBytes)));
    }

    @Override
    public List<Integer> segments() {
        return List.copyOf(files.keySet());
    }

    @Override
    public DiskFile create(int segment, int sizeBytes) throws IOException {
        creates.incrementAndGet();
        pass(creating);
        if (files.containsKey(segment)) {
            throw new JournalFullException("is there already", new FileAlreadyExistsException("" + segment));
        }
        long takenBytes = files.values().stream().mapToLong(Contents::sizeBytes).sum();
        if (takenBytes + sizeBytes > capacityBytes) {
            throw new JournalFullException("no space left on device", new IOException("no space left on device"));
        }
        synchronized (power) {
            files.put(segment, new Contents(new byte[sizeBytes]));
        }
        return open(segment);
    }

    @Override
    public DiskFile open(int segment) throws IOException {
        Contents file = files.get(segment);
        if (file == null) throw new NoSuchFileException(Segment.fileName(segment));
        return file.open(segment);
    }

    @Override
    public boolean isInPlace() {
        return true;
    }

    @Override
    public void delete(int segment) {
        synchronized (power) {
            files.remove(segment);
        }
    }

    @Override
    public void close() {
        // Its contents stay, for the next journal.
    }

    /** Waits while it is held; a test that forgets to let go fails rather than hangs. */
    private static void pass(Semaphore gate) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            if (!gate.tryAcquire(20, TimeUnit.SECONDS)) throw new IOException("held for too long");
            gate.release();
        } catch (InterruptedException closing) {
            throw new IOException(closing);
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /** One file; its memory is there while it is open, as the pages of a mapped file are. */
    private final class Contents {
        private byte[] stored;
        private int truncatedTo;
        private @Nullable MemorySegment memory;

        Contents(byte[] stored) {
            this.stored = stored;
            this.truncatedTo = stored.length;
        }

        synchronized long sizeBytes() {
            return truncatedTo;
        }

        /** With what was not forced. */
        synchronized byte[] written() {
            byte[] all = memory == null ? stored : memory.toArray(ValueLayout.JAVA_BYTE);
            return Arrays.copyOf(all, truncatedTo);
        }

        synchronized byte[] afterPowerCut(Random random, double share, int unitBytes) {
            byte[] all = written();
            byte[] left = stored.clone();
            for (int at = 0; at < all.length; at += unitBytes) {
                if (random.nextDouble() < share) {
                    System.arraycopy(all, at, left, at, Math.min(unitBytes, all.length - at));
                }
            }
            return random.nextBoolean() ? left : Arrays.copyOf(left, truncatedTo);
        }

        synchronized DiskFile open(int segment) {
            if (memory != null) throw new IllegalStateException("is open already");
            var arena = Arena.ofShared();
            MemorySegment opened = arena.allocate(truncatedTo, Long.BYTES);
            memory = opened.copyFrom(MemorySegment.ofArray(Arrays.copyOf(stored, truncatedTo)));
            return new Opened(segment, this, arena, opened);
        }

        synchronized void force(MemorySegment from, int fromOffset, int toOffset) throws IOException {
            if (forcesUntilFailure.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
                throw new IOException("input/output error");
            }
            MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(stored), fromOffset, toOffset - fromOffset);
        }

        synchronized void truncate(int sizeBytes) {
            truncatedTo = sizeBytes;
        }

        synchronized void close(Arena arena) {
            stored = written();
            memory = null;
            arena.close();
        }
    }

    private final class Opened implements DiskFile {
        private final int segment;
        private final Contents file;
        private final Arena arena;
        private final MemorySegment bytes;

        Opened(int segment, Contents file, Arena arena, MemorySegment bytes) {
            this.segment = segment;
            this.file = file;
            this.arena = arena;
            this.bytes = bytes;
        }

        @Override
        public MemorySegment bytes() {
            Error fault = faults.get(segment);
            if (fault != null) throw fault;
            return bytes;
        }

        @Override
        public void force(int fromOffset, int toOffset) throws IOException {
            forces.incrementAndGet();
            pass(forcing);
            synchronized (power) {
                file.force(bytes, fromOffset, toOffset);
            }
        }

        @Override
        public void truncate(int sizeBytes) {
            file.truncate(sizeBytes);
        }

        @Override
        public void close() {
            file.close(arena);
        }
    }
}
