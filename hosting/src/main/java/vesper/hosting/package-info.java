/**
 * Package folders: compiled when loaded, replaced when changed.
 *
 * <p>A package is a folder of sources, libraries and properties. When it appears beside the others, it is compiled, its
 * services are created and their routes are published. When one of its files changes, the new code replaces the old
 * atomically. Requests in flight are completed by the old code and event streams end; then the old code can be garbage
 * collected. Code that does not compile or start does no harm: older code keeps serving, and other packages are not
 * affected.
 *
 * <p>Start at {@link vesper.hosting.Packages}. {@code HostedPackage} is the life cycle of one package, and {@code
 * HostedPackages} the relations between packages. {@code PackageLoader} loads the contents of folders. {@code
 * ArchiveReceiver} and {@code PackageInstaller} install archives. {@link vesper.hosting.compiling} compiles sources,
 * {@link vesper.hosting.installing} unpacks archives and moves folders. {@code docs/guide/packages.md} is the guide for
 * authors of packages. Built on {@code rest}; knows nothing of connections.
 */
@NullMarked
package vesper.hosting;

import org.jspecify.annotations.NullMarked;
