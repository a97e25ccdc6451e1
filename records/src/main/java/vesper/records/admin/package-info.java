/**
 * Monitor and Tracker as they are operated: what is on, and their resources under {@code /admin}.
 *
 * <p>Start at {@link vesper.records.admin.Records}.
 */
@NullMarked
package vesper.records.admin;

import org.jspecify.annotations.NullMarked;
