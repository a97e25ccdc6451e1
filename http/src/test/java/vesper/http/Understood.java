package vesper.http;

import java.util.List;

/**
 * How a parser took the bytes of a connection.
 *
 * @param messages those that are whole, in order
 * @param refused whether what follows them was refused; otherwise it is the beginning of another, or nothing
 */
record Understood(List<Message> messages, boolean refused) {}
