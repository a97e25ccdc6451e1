/**
 * Hashes of passwords, and the bounds of guessing them.
 *
 * <p>Start at {@link vesper.access.passwords.PasswordChecks}.
 */
@NullMarked
package vesper.access.passwords;

import org.jspecify.annotations.NullMarked;
