#!/bin/sh
# Runs inside the root of an old Debian, as its root: builds Python there from the sources of a later Debian (once),
# then makes the packages with it. Called by `dev.py package --base ROOT`, from the copy of the sources in /sdc-desktop.
#   SDC_PYTHON_FROM   suite with the sources, e.g. bookworm
#   SDC_PYTHON        version in it, e.g. 3.11
set -eu
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
python=/opt/python/bin/python3
if [ ! -x "$python" ]; then
    apt-get -q update
    apt-get -q install -y --no-install-recommends ca-certificates gcc make dpkg-dev binutils xz-utils \
        libbz2-dev libffi-dev liblzma-dev libssl-dev zlib1g-dev
    # The same archive, another suite, sources only.
    sed -n "s/^deb \(\(\[[^]]*\] \)\{0,1\}[^ ]*\) [^ ]* main.*/deb-src \1 $SDC_PYTHON_FROM main/p" \
        /etc/apt/sources.list | sed q >/etc/apt/sources.list.d/python-sources.list
    apt-get -q update
    mkdir -p /opt/python-sources
    rm -rf /opt/python-sources/*
    cd /opt/python-sources
    apt-get -q source --download-only "python$SDC_PYTHON"
    tar xf "python$SDC_PYTHON"_*.orig.tar.*
    tar xf "python$SDC_PYTHON"_*.debian.tar.*
    cd Python-"$SDC_PYTHON"*/
    # Debian's corrections of faults, but not its own ways of installing.
    grep -E '\.patch$|^CVE-|deadlock|crash' ../debian/patches/series | while read -r name; do
        patch -s -p1 <"../debian/patches/$name"
    done
    # Debian builds this module into the interpreter, where its correction finds this defined.
    sed -i '1i #ifndef Py_BUILD_CORE_BUILTIN\n#define Py_BUILD_CORE_MODULE 1\n#endif' Modules/pyexpat.c
    ./configure -q --prefix=/opt/python --enable-shared --disable-test-modules --with-ensurepip=install \
        LDFLAGS=-Wl,-rpath,/opt/python/lib
    make -s -j"$(nproc)"
    make -s install
fi
cd /sdc-desktop
exec "$python" packaging/dev.py package "$@"
