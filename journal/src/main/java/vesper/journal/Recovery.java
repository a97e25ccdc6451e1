package vesper.journal;

/**
 * What opening had to do. Bytes are cut where a crash interrupted an append, or where a power cut took parts of what
 * had not been synced; nothing that was synced is among them.
 *
 * @param at the position that the journal continues from
 */
public record Recovery(long cutBytes, long at) {}
