/**
 * {@code /admin} and {@code /health}: what operators and their tools ask of a server.
 *
 * <p>These are annotated controllers like those of any package. {@link AdminAccess} decides who may call the first;
 * anybody may ask for health.
 */
@NullMarked
package vesper.launcher.admin;

import org.jspecify.annotations.NullMarked;
