/**
 * What documents have to look like: JSON Schema (draft 2020-12) as package authors write it, and templates that show
 * clients what to send.
 *
 * <p>A schema is trusted, as all code of its package is; the documents that it is compared with are not. So whatever a
 * document is, the comparison ends: evaluated steps, depth, looks of regular expressions and problems told have bounds.
 * Nothing is ever fetched.
 *
 * <p>Start at {@link vesper.services.schemas.DocumentSchema}.
 */
@NullMarked
package vesper.services.schemas;

import org.jspecify.annotations.NullMarked;
