/**
 * Schemas for documents: JSON Schema (draft 2020-12) as package authors write it, and templates that show clients what
 * to send.
 *
 * <p>A schema is trusted, like all code of its package, but the documents are not. Every validation therefore ends:
 * evaluation steps, depth, characters read by regular expressions and reported problems are bounded. Schemas are never
 * fetched.
 *
 * <p>Start at {@link vesper.services.schemas.DocumentSchema}.
 */
@NullMarked
package vesper.services.schemas;

import org.jspecify.annotations.NullMarked;
