/**
 * Execution of tasks.
 *
 * <p>The runner follows its collection's feed of changes to find new, cancelled and deleted tasks, so no other code has
 * to notify it. The whole state of a task is in its document.
 *
 * <p>Start at {@link vesper.services.tasks.TaskRunner}.
 */
@NullMarked
package vesper.services.tasks;

import org.jspecify.annotations.NullMarked;
