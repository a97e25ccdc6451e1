/** The classes that scripts written for Martini import. */
@NullMarked
package io.toro.martini.api;

import org.jspecify.annotations.NullMarked;
