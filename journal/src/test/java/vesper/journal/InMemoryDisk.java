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
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A disk that can be full, fail, be slow, and lose power. Names are durable at once, contents once they are forced. */
final class InMemoryDisk implements Disk {
    private static final int PAGE_BYTES = 4096;
    private static final int MANY = 1 << 20;

    /** Held by forces and power cuts, so that a power cut sees a consistent picture of the forced contents. */
    private final Object power = new Object();

    private final ConcurrentSkipListMap<Integer, Contents> files = new ConcurrentSkipListMap<>();
    private final AtomicInteger forcesUntilFailure = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicInteger forces = new AtomicInteger();
    private final AtomicInteger creates = new AtomicInteger();
    private final AtomicInteger deletesUntilFailure = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicInteger openFiles = new AtomicInteger();
    private final Map<Integer, Error> faults = new ConcurrentHashMap<>();
    private final Semaphore forcing = new Semaphore(MANY, true);
    private final Semaphore creating = new Semaphore(MANY, true);
    private volatile long capacityBytes = Long.MAX_VALUE;

    /** Limits the total size of segments; creating more fails. */
    void setCapacity(long bytes) {
        capacityBytes = bytes;
    }

    /** Lets this number of forces succeed, and all later ones fail. A power cut loses what those should have forced. */
    void failForcesAfter(int successes) {
        forcesUntilFailure.set(successes);
    }

    /** Lets this number of deletions succeed, and all later ones fail. */
    void failDeletesAfter(int successes) {
        deletesUntilFailure.set(successes);
    }

    /** Makes each later access to this segment's memory throw an error. */
    void breakMemory(int segment, Error fault) {
        faults.put(segment, fault);
    }

    void repairMemory(int segment) {
        faults.remove(segment);
    }

    /** Blocks forces until {@link #releaseForces}. */
    void blockForces() {
        forcing.acquireUninterruptibly(MANY);
    }

    void releaseForces() {
        forcing.release(MANY);
    }

    /** Blocks the creation of segments until {@link #releaseCreates}. */
    void blockCreates() {
        creating.acquireUninterruptibly(MANY);
    }

    void releaseCreates() {
        creating.release(MANY);
    }

    /** Returns whether a force is blocked. */
    boolean isForceWaiting() {
        return forcing.hasQueuedThreads();
    }

    /** Returns how many forces have been requested. */
    int forces() {
        return forces.get();
    }

    /** Returns how many segments have been requested. */
    int creates() {
        return creates.get();
    }

    /** Returns how many files are mapped, deleted ones included. */
    int openFiles() {
        return openFiles.get();
    }

    /** Returns the memory of an open segment. */
    MemorySegment memory(int segment) {
        return Objects.requireNonNull(files.get(segment).memory);
    }

    /** Returns the disk after the process was killed and the machine kept running. */
    InMemoryDisk afterKill() {
        var found = new InMemoryDisk();
        files.forEach((number, file) -> found.files.put(number, found.new Contents(file.written())));
        return found;
    }

    /** Returns the disk after a power cut: all forced contents, and an arbitrary part of the others. */
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

    /** Returns the bytes of a closed segment. Changes to the array change the disk. */
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
        awaitGate(creating);
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
    public void delete(int segment) throws IOException {
        if (deletesUntilFailure.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
            throw new IOException("input/output error");
        }
        synchronized (power) {
            files.remove(segment);
        }
    }

    @Override
    public void close() {
        // The contents remain for the next journal.
    }

    /**
     * Waits while the gate is closed. Fails after a time limit, so that a test that never opens the gate does not hang.
     */
    private static void awaitGate(Semaphore gate) throws IOException {
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

    /** A file. Its memory exists while it is open, like the pages of a mapped file. */
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

        /** Returns the contents including unforced changes. */
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
            openFiles.incrementAndGet();
            memory = opened.copyFrom(MemorySegment.ofArray(Arrays.copyOf(stored, truncatedTo)));
            return new OpenFile(segment, this, arena, opened);
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
            openFiles.decrementAndGet();
        }
    }

    private final class OpenFile implements DiskFile {
        private final int segment;
        private final Contents file;
        private final Arena arena;
        private final MemorySegment bytes;

        OpenFile(int segment, Contents file, Arena arena, MemorySegment bytes) {
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
            awaitGate(forcing);
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
