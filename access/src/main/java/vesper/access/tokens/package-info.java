/**
 * Tokens of this server.
 *
 * <p>Start at {@link vesper.access.tokens.TokenIssuer}.
 */
@NullMarked
package vesper.access.tokens;

import org.jspecify.annotations.NullMarked;
