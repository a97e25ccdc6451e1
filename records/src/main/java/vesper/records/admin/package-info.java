/**
 * What operators see and change of rules over HTTP.
 *
 * <p>Start at {@link MonitorRulesController}. Stands on {@code vesper.records.rules}; who may call is decided by the
 * launcher, before.
 */
@NullMarked
package vesper.records.admin;

import org.jspecify.annotations.NullMarked;
