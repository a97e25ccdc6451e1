/**
 * The operation of Monitor and Tracker: their switches, their searches and their resources under {@code /admin}.
 *
 * <p>Start at {@link vesper.records.admin.Records}. Built on all other packages of this module. The launcher checks the
 * caller's access before requests come here.
 */
@NullMarked
package vesper.records.admin;

import org.jspecify.annotations.NullMarked;
