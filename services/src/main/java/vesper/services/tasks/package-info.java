/**
 * Runs tasks: reads of them in their collection's feed of changes, so that nothing else has to tell it of new, cancelled or
 * deleted ones, and everything that is known of a task is in its document.
 *
 * <p>Start at {@link vesper.services.tasks.TaskRunner}.
 */
@NullMarked
package vesper.services.tasks;

import org.jspecify.annotations.NullMarked;
