/**
 * What scripts written for Martini and TORO Integrate expect of their platform, shared by the classes that bear the
 * names of both: {@code io.toro.martini.api} and {@code io.toro.integrate.core.api}.
 *
 * <p>Start at {@link vesper.hosting.scripts.ResultResponse}.
 */
@NullMarked
package vesper.hosting.scripts;

import org.jspecify.annotations.NullMarked;
