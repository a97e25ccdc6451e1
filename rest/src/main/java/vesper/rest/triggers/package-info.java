/**
 * Work that no client requests: triggers start invocations, which are recorded and throttled like requests.
 *
 * <p>Start at {@link vesper.rest.triggers.Trigger}, then {@link vesper.rest.triggers.Triggers}, the list of all that
 * run.
 */
@NullMarked
package vesper.rest.triggers;

import org.jspecify.annotations.NullMarked;
