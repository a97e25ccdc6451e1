package vesper.journal;

/**
 * An entry as it was read from the journal.
 *
 * @param type 0 to 255, with a meaning that the application defines
 */
@SuppressWarnings("ArrayRecordComponent") // Passed to one reader, never compared.
public record Entry(long position, long sequence, int type, byte[] payload) {}
