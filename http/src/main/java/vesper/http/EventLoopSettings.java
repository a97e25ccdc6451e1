package vesper.http;

/**
 * The threads that read and write.
 *
 * @param count 0 for one per processor
 * @param gathering whether fewer of them serve the connections while processors are short and handlers are quick
 */
public record EventLoopSettings(int count, boolean gathering) {
    public static final EventLoopSettings DEFAULTS = new EventLoopSettings(0, true);

    public EventLoopSettings {
        if (count < 0) throw new IllegalArgumentException(count + " event loops");
    }

    int threads() {
        return count > 0 ? count : Runtime.getRuntime().availableProcessors();
    }
}
