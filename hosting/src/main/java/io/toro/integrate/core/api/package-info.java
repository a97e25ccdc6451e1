/** The classes that scripts written for TORO Integrate import. */
@NullMarked
package io.toro.integrate.core.api;

import org.jspecify.annotations.NullMarked;
