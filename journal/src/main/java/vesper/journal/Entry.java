package vesper.journal;

/**
 * What was appended, read back.
 *
 * @param type 0 to 255, for whoever appends to say what the payload is
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over to one reader, never compared.
public record Entry(long position, long sequence, int type, byte[] payload) {}
