/**
 * {@code /admin} and {@code /health}: the HTTP API for operators and their tools.
 *
 * <p>These are annotated controllers like those of any package. {@link AdminAccess} decides which requests may call
 * {@code /admin}; {@code /health} is open to everybody.
 */
@NullMarked
package vesper.launcher.admin;

import org.jspecify.annotations.NullMarked;
