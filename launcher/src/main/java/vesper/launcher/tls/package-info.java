/** TLS with certificates from PEM files, for connections that this program opens. */
@NullMarked
package vesper.launcher.tls;

import org.jspecify.annotations.NullMarked;
