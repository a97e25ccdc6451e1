/**
 * Monitor and Tracker as they are operated: what is on, what is found, and their resources under {@code /admin}.
 *
 * <p>Start at {@link vesper.records.admin.Records}. Stands on everything else here; who may call is decided by the
 * launcher, before.
 */
@NullMarked
package vesper.records.admin;

import org.jspecify.annotations.NullMarked;
