package vesper.http;

import java.util.List;

/**
 * Result of a parser for the bytes of a connection.
 *
 * @param messages complete messages, in order
 * @param refused whether the bytes after them were refused; otherwise they are empty or start another message
 */
record Understood(List<Message> messages, boolean refused) {}
