/** TLS with certificates from PEM files, for calls and connections that this program makes. */
@NullMarked
package vesper.launcher.tls;

import org.jspecify.annotations.NullMarked;
