/**
 * Packages that come as archives: what is let in, and how folders take one another's place.
 *
 * <p>An archive is anybody's until it is checked: {@link vesper.hosting.installing.PackageArchive} unpacks it beside
 * the packages or says why not. {@link vesper.hosting.installing.PackageFolders} then moves whole folders, so that
 * whoever looks, a server that was killed in the middle too, finds the old one or the new one.
 *
 * <p>Knows files only, nothing of what is in them.
 */
@NullMarked
package vesper.hosting.installing;

import org.jspecify.annotations.NullMarked;
